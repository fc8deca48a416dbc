import { hash } from 'node:crypto'
import { serializeBareItem } from 'structured-headers'
import { type SigningAttempt, type Slip, slip } from '../attempt.ts'
import { textOf } from '../base.ts'
import type { OfferedSignature } from '../read.ts'

/** Guesses that the client wrote the base in another way than RFC 9421 does. */
export function writtenSlips(signature: OfferedSignature): Slip[] {
  return [
    ...parameterSlips(signature),
    ...texts.map(([says, write]) => slip({ part: 'text', cause: 'base-text', says }, { write })),
    ...datas.map(([says, data]) => slip({ part: 'data', cause: 'prehashed-base', says }, { data })),
  ]
}

const parameterSlips = ({ label, components, parameters, text }: OfferedSignature): Slip[] => {
  const line = (says: string, value: string): Slip =>
    slip({ part: 'parameters', cause: 'signature-params', says }, { parameters: value })
  const list = `(${components.join(' ')})`
  const written = new Map(
    [...parameters].map(([name, value]) => [name, `;${name}=${serializeBareItem(value)}`]),
  )
  const orders = written.size <= 4 ? permutations([...written.values()]) : []
  const fewer = [...written.keys()].map((left) =>
    [...written].flatMap(([name, own]) => (name === left ? [] : [own])),
  )
  return [
    line('its line @signature-params starts with the label', `${label}=${text}`),
    line(
      'its line @signature-params has the components without quotes',
      text.replace(/^\([^)]*\)/, (all) => all.replaceAll('"', '')),
    ),
    line('its line @signature-params differs from the header', list + [...written.values()].join('')),
    ...orders.map((order) =>
      line(
        'its line @signature-params has the parameters in a different order than in the header',
        list + order.join(''),
      ),
    ),
    ...fewer.map((order, at) =>
      line(
        `its line @signature-params has no ${[...written.keys()][at]}, which was added to the header later`,
        list + order.join(''),
      ),
    ),
  ]
}

const permutations = (items: readonly string[]): string[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

const texts: ReadonlyArray<readonly [string, SigningAttempt['write']]> = [
  ['its base ends in a line break', (base) => `${textOf(base)}\n`],
  [
    'the lines of its base end in CR LF, but RFC 9421 uses LF',
    (base) => textOf(base).replaceAll('\n', '\r\n'),
  ],
  [
    'its base has no line @signature-params',
    ({ lines }) => lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
  ],
  [
    'the component names in its base have no double quotes',
    (base) => textOf(base).replace(/^"([^"]*)"/gm, '$1'),
  ],
  [
    'the lines of its base have no space after the colon',
    (base) => textOf(base).replace(/^("[^"]*"[^:]*): /gm, '$1:'),
  ],
  [
    'the lines of its base are in a different order than the components',
    ({ lines, parameters }) => textOf({ lines: [...lines].sort(([a], [b]) => (a < b ? -1 : 1)), parameters }),
  ],
  [
    'the lines of its base are in reverse order',
    ({ lines, parameters }) => textOf({ lines: lines.toReversed(), parameters }),
  ],
]

const datas: ReadonlyArray<readonly [string, SigningAttempt['data']]> = ['sha512', 'sha256'].flatMap(
  (algorithm) => {
    const name = algorithm.replace('sha', 'SHA-')
    const hashed = (text: string): Buffer => hash(algorithm, text, 'buffer')
    return [
      [`it is over the ${name} hash of the base, but must be over the base itself`, hashed],
      [
        `it is over the ${name} hash of the base in hex, but must be over the base itself`,
        (text: string) => Buffer.from(hashed(text).toString('hex')),
      ],
      [
        `it is over the ${name} hash of the base in base64, but must be over the base itself`,
        (text: string) => Buffer.from(hashed(text).toString('base64')),
      ],
    ] as const
  },
)
