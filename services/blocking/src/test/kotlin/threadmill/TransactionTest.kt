package threadmill

@VariantTest
class TransactionTest : TransactionContract()
