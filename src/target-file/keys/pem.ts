import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { ValidationError } from '../reading/problem.ts'

/** Reads the private key of a PEM. Messages of node:crypto are not used, because they may echo the input. */
export function readPrivatePem(text: string): KeyObject {
  const [, label = ''] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text) ?? []
  if (label === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type:.*ENCRYPTED/m.test(text)) throw encrypted()
  if (label === 'CERTIFICATE' || label.endsWith('PUBLIC KEY')) throw notPrivate(label)
  if (label === 'OPENSSH PRIVATE KEY')
    throw new ValidationError(
      'ERR_KEY_UNREADABLE',
      "found a key in OpenSSH's own format, expected PKCS#8 PEM or a JWK",
      'convert a copy with `ssh-keygen -p -m PKCS8 -f COPY`',
    )
  try {
    return createPrivateKey(text)
  } catch {
    throw unreadable()
  }
}

const encrypted = (): ValidationError =>
  new ValidationError(
    'ERR_KEY_ENCRYPTED',
    'found a PEM that is encrypted with a passphrase, expected a PEM without a passphrase',
    'remove the passphrase with `openssl pkcs8 -topk8 -nocrypt -in ENCRYPTED.pem -out KEY.pem`',
  )

const notPrivate = (label: string): ValidationError =>
  new ValidationError(
    'ERR_KEY_PUBLIC',
    `found a ${label === 'CERTIFICATE' ? 'certificate' : 'public key'}, expected the private key`,
    'give the private key that belongs to it',
  )

const unreadable = (): ValidationError =>
  new ValidationError(
    'ERR_KEY_UNREADABLE',
    'found a PEM that cannot be read, expected a private key in PKCS#8 PEM',
    'check that it is complete and still has its line breaks (`openssl pkey -in KEY.pem -noout` reads an intact key)',
  )

const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Reads the certificates of a PEM. Throws a ValidationError if there is none. */
export function readCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = (text.match(certificate) ?? []).map((pem) => new X509Certificate(pem))
    if (first) return [first, ...others]
  } catch {
    // The error below replaces node's message.
  }
  throw new ValidationError(
    'ERR_TLS_CERTIFICATE',
    'found a certificate that cannot be read, expected certificates in PEM',
    'check that it is complete and still has its line breaks (`openssl x509 -in CERT.pem -noout` reads an intact certificate)',
  )
}
