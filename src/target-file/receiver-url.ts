/** Returns true if a URL has the form that the interface gives to receivers. */
export function isReceiverUrl(url: string): boolean {
  return /^[\x21-\x7e]+$/.test(url) && /^https?:\/\/.+\/incoming-payments\/./.test(url) && URL.canParse(url)
}
