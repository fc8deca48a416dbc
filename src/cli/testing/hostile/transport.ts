import { generate } from 'selfsigned'
import { closingAfter, head, json, speaking } from './answering.ts'
import type { Hostile } from './behaviour.ts'

const day = 86_400_000

/** Makes a self-signed certificate for this address or name, and its key. */
const certificate = async (name: string, from = -day, to = day) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: new Date(Date.now() + from),
    notAfterDate: new Date(Date.now() + to),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name }],
      },
    ],
  })
  return { key, cert }
}

const own = await certificate('127.0.0.1')
const elsewhere = await certificate('wallet.example')
const past = await certificate('127.0.0.1', -2 * day, -day)
const future = await certificate('127.0.0.1', day, 2 * day)

const secured = { tls: {} }
const untrusted = 'A server whose certificate is not trusted is not judged.'
const noTls = 'No TLS connection can be agreed on.'
/** A ServerHello that is cut short, an alert, and a record that is longer than any may be. */
const halfHello = Buffer.from('160303003a0200003603', 'hex')
const alert = Buffer.from('15030300020228', 'hex')
const endlessRecord = Buffer.from('160303ffff', 'hex')

export const transport: readonly Hostile[] = [
  {
    name: 'TLS, and a certificate that the target file names',
    exits: 0,
    why: 'The target file names the certificate, so the connection is trusted.',
    tls: async () => own,
    target: { tls: { ca: own.cert } },
  },
  {
    name: 'a certificate that nobody vouches for',
    exits: 3,
    why: untrusted,
    tls: async () => own,
    target: secured,
  },
  {
    name: 'the certificate of another name',
    exits: 3,
    why: untrusted,
    tls: async () => elsewhere,
    target: { tls: { ca: elsewhere.cert } },
  },
  {
    name: 'a certificate that has expired',
    exits: 3,
    why: untrusted,
    tls: async () => past,
    target: { tls: { ca: past.cert } },
  },
  {
    name: 'a certificate that is not valid yet',
    exits: 3,
    why: untrusted,
    tls: async () => future,
    target: { tls: { ca: future.cert } },
  },
  {
    name: 'HTTP where TLS should be',
    exits: 3,
    why: noTls,
    speaks: speaking('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    target: secured,
  },
  {
    name: 'random bytes where TLS should be',
    exits: 3,
    why: noTls,
    speaks: speaking(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * at * 31 + 7) % 256))),
    target: secured,
  },
  { name: 'a TLS alert', exits: 3, why: noTls, speaks: speaking(alert), target: secured },
  {
    name: 'half a handshake, and then nothing',
    exits: 3,
    why: 'The connection is not made in time.',
    speaks: speaking(halfHello),
    target: secured,
    hasty: true,
  },
  {
    name: 'a TLS record longer than there are',
    exits: 3,
    why: noTls,
    speaks: speaking(endlessRecord),
    target: secured,
    hasty: true,
  },
  {
    name: 'a reset within the handshake',
    exits: 3,
    why: 'The connection ends before there is an answer.',
    speaks: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    target: secured,
  },
  {
    name: 'a connection closed within the handshake',
    exits: 3,
    why: 'The connection ends before there is an answer.',
    speaks: (socket) => void socket.once('data', () => socket.end(halfHello)),
    target: secured,
  },
  {
    name: 'TLS of another age',
    exits: 3,
    why: noTls,
    tls: async () => ({ ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    target: { tls: { ca: own.cert } },
  },
  {
    name: 'TLS that is cut within the body',
    exits: 1,
    why: 'A body of another length than it says is not JSON.',
    tls: async () => own,
    target: { tls: { ca: own.cert } },
    answers: closingAfter(`${head(200, [json, ['content-length', '100']])}{"id"`),
  },
  {
    name: 'a certificate asked of the client',
    exits: 0,
    why: 'The target file has none, and the server goes on without.',
    tls: async () => ({ ...own, requestCert: true, rejectUnauthorized: false }),
    target: { tls: { ca: own.cert } },
  },
  {
    name: 'a certificate demanded of the client',
    exits: 3,
    why: noTls,
    tls: async () => ({ ...own, requestCert: true, rejectUnauthorized: true }),
    target: { tls: { ca: own.cert } },
  },
]
