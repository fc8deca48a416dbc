import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../../mock/changes/change.ts'
import { badRequest } from '../../../mock/core/answer.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'

const wantingSpaces: Variant = {
  id: 'digests-with-spaces',
  says: 'A Content-Digest is refused if a comma without a space separates its members',
  extraGuards: [
    refusing({
      id: 'digest-spaces',
      family: 'signature',
      requirement: 'signature.accepts.several-digests',
      refusal: badRequest('Content-Digest cannot be read'),
      isRefused: ({ request }) => /,\S/.test(request.headers.get('content-digest') ?? ''),
    }),
  ],
}

test('a server that reads digests as RFC 8941 writes them passes', async () => {
  expect(brokenIn(await against({ only: ['signed-forms/several-digests'] }))).toEqual(new Map())
})

test('a server that wants a space behind each comma gets a warning', async () => {
  const only = ['signed-forms/several-digests']
  expect(brokenIn(await against({ only, further: [wantingSpaces] }))).toEqual(
    new Map([['signature.accepts.several-digests', 'warning']]),
  )
})
