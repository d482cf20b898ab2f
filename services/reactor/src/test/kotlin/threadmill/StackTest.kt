package threadmill

class StackTest : StackContract()
