package threadmill.passthrough

data class Acknowledgement(val id: String, val received: String)
