/**
 * Checks that alone notice no fault of the mock, by why they are kept all the same. The kill matrix lists any other
 * one that it finds redundant as such.
 */
export const kept: Readonly<Record<string, string>> = {
  'start/whole-and-bare': 'A run cannot begin without it.',
}
