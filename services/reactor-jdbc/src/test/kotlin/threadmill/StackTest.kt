package threadmill

class StackTest : StackContract(driver = "org.mariadb.jdbc.Driver", other = "io.r2dbc.spi.ConnectionFactory")
