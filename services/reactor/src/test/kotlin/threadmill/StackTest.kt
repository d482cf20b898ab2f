package threadmill

class StackTest :
    StackContract(driver = "org.mariadb.r2dbc.MariadbConnectionFactory", other = "org.mariadb.jdbc.Driver")
