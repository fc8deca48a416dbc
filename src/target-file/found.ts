/** What stands in a place of the target file, by its kind: never its value. */
export function kindOf(value: unknown, format?: string): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'string') return format === 'uri' ? kindOfUrl(value) : kindOfText(value)
  return Array.isArray(value) ? 'a list' : 'a mapping'
}

const kindOfText = (text: string): string => {
  if (text === '') return 'empty text'
  if (/^\s+$/.test(text)) return 'nothing but white space'
  if (/[\r\n]/.test(text)) return 'text of several lines'
  return /\s/.test(text) ? 'text with white space' : 'another text'
}

const kindOfUrl = (text: string): string => {
  if (text.startsWith('$')) return 'a payment pointer'
  if (!URL.canParse(text)) return text === '' ? 'empty text' : 'text that is not an absolute URL'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'a URL with another scheme'
  if (username !== '' || password !== '') return 'a URL with a user name or password'
  if (/[^\x21-\x7e]/.test(text)) return 'a URL with characters that are not percent-encoded'
  if (text.includes('#')) return 'a URL with a fragment'
  return text.includes('?') ? 'a URL with a query' : 'another URL'
}
