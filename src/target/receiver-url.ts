/** Whether a URL is of the form that the interface gives to receivers. */
export const isReceiverUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:\/\/[\x21-\x7e]+\/incoming-payments\/[\x21-\x7e]+$/.test(url)
