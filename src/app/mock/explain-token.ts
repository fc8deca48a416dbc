/** The likeliest reason why a token is not known, in a sentence. `known`: the tokens of the mock. */
export function explainToken(authorization: string, known: Iterable<string>): string {
  const token = authorization.replace(/^\S+ +/, '').trim()
  for (const one of known) {
    const found = slips.find(([, slip]) => slip(one, token))
    if (found) return `The access token is a token of this mock, but ${found[0]}.`
  }
  return (
    'This mock did not issue the access token: it was rotated, or comes from an earlier start. ' +
    'With --seed N, each start has the same tokens, and --print-env prints them.'
  )
}

/** What became of a token on its way; `sent` is what came. */
const slips: ReadonlyArray<readonly [says: string, isSo: (token: string, sent: string) => boolean]> = [
  ['in quotes; send it without', (token, sent) => sent === `"${token}"` || sent === `'${token}'`],
  [
    'with the scheme twice; send GNAP once',
    (token, sent) => sent.replace(/^\S+ +/, '') === token && sent !== token,
  ],
  [
    'percent-encoded; send it as it is',
    (token, sent) => sent === encodeURIComponent(token) && sent !== token,
  ],
  ['in base64; send it as it is', (token, sent) => sent === Buffer.from(token).toString('base64')],
  [
    'in different case; the token is case-sensitive',
    (token, sent) => sent.toLowerCase() === token.toLowerCase(),
  ],
  ['cut off; send all of it', (token, sent) => sent.length >= 8 && token !== sent && token.startsWith(sent)],
  [
    'with extra text after it; send only the token',
    (token, sent) => token.length >= 8 && token !== sent && sent.startsWith(token),
  ],
]
