/**
 * What checks are called today, by what they were called once: known failures and earlier reports may still name them
 * so. A check that is renamed gets a row; none is ever taken away.
 */
export const renamed: Readonly<Record<string, string>> = {
  'rules/payment-methods-are-ilp': 'answers/get-incoming-payment',
}
