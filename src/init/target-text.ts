import { stringify } from 'yaml'
import { assetOf, type QuestionName, wordsOf } from './questions.ts'

/** Returns the text of a target file with these answers. Other possible settings are in it as comments. */
export function targetText(answers: Readonly<Record<QuestionName, string>>): string {
  const { baseUrl, walletAddress, asset, key, keyId, tokenVariable, openReceiver, fixedReceiver } = answers
  return `# How op-conformance reaches and judges one server. \`op-conformance doctor\` tests it, \`op-conformance run\` judges.
version: 1
${nameLine(baseUrl)}
profile: interface

# baseUrl + path, exactly as sent, is the signed @target-uri. Where requests go elsewhere: connectUrl.
baseUrl: ${scalar(baseUrl)}
# connectUrl: http://127.0.0.1:8080

# The wallet address under test, and its asset; without walletAsset the server is asked.
walletAddress: ${scalar(walletAddress)}
${assetLines(asset)}

# The client's key. Its public half has to be registered with the server under keyId.
signing:
  privateKey: ${scalar(`file:${key}`)}
  keyId: ${scalar(keyId)}

# Access tokens, out of the environment. full may do every operation on walletAddress; with each of the others more
# is judged.
tokens:
  full: \${${tokenVariable}}
  # readOnly: \${${tokenVariable}_READ}         # may read and list, not create
  # writeOnly: \${${tokenVariable}_WRITE}       # may create, not read or list
  # expired: \${${tokenVariable}_EXPIRED}       # was valid once
  # revoked: \${${tokenVariable}_REVOKED}

# Incoming payments to pay into, by kind.
receivers:
  # access:                           # may read them; else tokens.full is tried
  #   token: \${${tokenVariable}_RECEIVERS}
  open:${list(openReceiver)}
  fixed:${list(fixedReceiver)}
  # otherAsset: []                    # in another asset than the wallet's
  # expiring: []                      # without incomingAmount, expire soon
  # expired: []                       # past expiresAt
  # completed: []
  # failing: []                       # payments to it fail

# A second wallet address on the same server, with a token for it alone.
# otherWallet:
#   walletAddress: https://wallet.example/bob
#   token: \${${tokenVariable}_BOB}

# What a run may spend, in the smallest unit of walletAsset; these are the defaults.
limits:
  maxDebitValue: "1000"               # of one payment
  debitBudget: "100000"               # of all payments of a run
`
}

/** Returns the line with the name that reports and their folder use. They use the host if there is no name. */
const nameLine = (baseUrl: string): string => {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return /^[a-z0-9][a-z0-9.-]{0,79}$/i.test(host) ? `name: ${scalar(host)}` : '# name: my-wallet'
}

const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd()

const assetLines = (asset: string): string => {
  const { assetCode, assetScale } = assetOf(asset === '' ? 'USD/2' : asset)
  const line = `walletAsset: { assetCode: ${scalar(assetCode)}, assetScale: ${assetScale} }`
  return asset === '' ? `# ${line}` : line
}

const list = (urls: string): string => {
  const lines = wordsOf(urls).map((url) => `\n    - ${scalar(url)}`)
  return lines.length === 0 ? ' []' : lines.join('')
}
