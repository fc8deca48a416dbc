import { refusedAs } from '../../../src/check/expectation.ts'
import { each } from '../../../src/check/given.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { everyOperation, free, withBody } from '../../support/operations.ts'
import { inOtherCase, plainest, withHeader } from '../signature-headers.ts'

// Signatures that only a faulty comparison accepts.

const _freeWithBody = withBody.filter(({ pays }) => !pays)

/** Changes to the bytes of a signature, or to their spelling. */
const otherBytes = {
  'bytes missing at its end': (bytes: Buffer) => bytes.subarray(0, -8).toString('base64'),
  'bytes after it': (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(8, 7)]).toString('base64'),
  'bytes before it': (bytes: Buffer) => Buffer.concat([Buffer.alloc(8, 7), bytes]).toString('base64'),
  'in another case': (bytes: Buffer) => inOtherCase(bytes.toString('base64')),
}

export const signatureBytes = refusal({
  id: 'signatures/other-bytes',
  title: 'A signature with bytes missing or added, or in another case, is refused',
  detects: 'signature-compared-with-anything-behind',
  on: free,
  cases: each<keyof typeof otherBytes>(
    'bytes missing at its end',
    'bytes after it',
    'bytes before it',
    'in another case',
  ),
  tamper: (message, change) =>
    withHeader(message, 'signature', (value) =>
      value.replace(
        /=:([^:]*):/,
        (_, encoded: string) => `=:${otherBytes[change](Buffer.from(encoded, 'base64'))}:`,
      ),
    ),
  expect: refusedAs('signature-unreadable', 'signature.verifies'),
})

/** Headers that are covered in place of a required component with a similar name. */
const lookalikes: Readonly<Record<string, string>> = {
  'x-method': '@method',
  method: '@method',
  'target-uri': '@target-uri',
  'x-authorization': 'authorization',
  'authorization-further': 'authorization',
  'x-content-digest': 'content-digest',
  'content-digest-further': 'content-digest',
}

/** The draft with a signature over such a header in place of the component. */
const covering = (draft: RequestDraft, lookalike: string): RequestDraft => ({
  ...draft,
  headers: { [lookalike]: 'nothing' },
  signing: {
    components: plainest.map((name) => (name === lookalikes[lookalike] ? lookalike : name)),
  },
})

const namedLike = (id: string, title: string, names: readonly string[], on: typeof free) =>
  refusal({
    id,
    title,
    detects: 'component-name-compared-with-anything-before',
    on,
    cases: each(...names),
    mutate: covering,
    expect: refusedAs('signature-invalid', 'signature.several.one-whole'),
  })

export const componentNames = namedLike(
  'signatures/component-of-a-similar-name',
  'A signature that covers a header with a similar name instead of a component is refused',
  ['x-method', 'method', 'target-uri', 'x-authorization', 'authorization-further'],
  everyOperation,
)

export const contentDigestName = namedLike(
  'signatures/content-digest-of-a-similar-name',
  'A signature that covers a header with a similar name instead of content-digest is refused',
  ['x-content-digest', 'content-digest-further'],
  withBody,
)
