/** Returns true if a server is named by a URL, such as that of a wallet address, instead of by a target file. */
export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named)
}
