import { isIP } from 'node:net'
import { generate } from 'selfsigned'

interface Certificate {
  key: string
  cert: string
}

/** A certificate that signs itself, for that host and for this machine. */
export async function makeCertificate(host: string): Promise<Certificate> {
  const named = isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          named,
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { key, cert }
}
