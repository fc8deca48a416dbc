import type { Shown } from '../core/answer.ts'

/** The DID of a wallet address by the method did:web, whose document lies at its URL and /did.json. */
function didOf(url: string): string {
  const [host = '', ...path] = url.replace(/^https?:\/\//i, '').split('/')
  return ['did:web', encodeURIComponent(host), ...path].join(':')
}

/** A DID document with the keys that a client of this wallet address may sign with. */
export function didDocument(url: string, keys: readonly Shown[]): Shown {
  const did = didOf(url)
  const methods = keys.map((publicKeyJwk) => ({
    id: `${did}#${encodeURIComponent(String(publicKeyJwk['kid']))}`,
    type: 'JsonWebKey2020',
    controller: did,
    publicKeyJwk,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    alsoKnownAs: [url],
    verificationMethod: methods,
    authentication: methods.map(({ id }) => id),
  }
}
