import { expect, test } from 'vitest'
import { official } from './testing/official-client.ts'
import { continuationSteps, grantSteps, tokenSteps } from './testing/official-methods/grants.ts'
import { incomingSteps, outgoingSteps, quoteSteps, walletSteps } from './testing/official-methods/payments.ts'
import { type RecordedStep, recorded, tableOf } from './testing/official-methods/recorded.ts'
import { type Defect, defects, judgedByDocuments } from './testing/published-documents.ts'

type Judged = ReturnType<typeof judgedByDocuments>['judged']

const counted = (judged: Judged): string =>
  [...judged].map(([document, count]) => `${count} by ${document}.yaml`).join(', ')

const listed = ({ document, what, why }: Defect): string => `- ${document}.yaml, ${what}. ${why}`

const page = (
  steps: readonly RecordedStep[],
  judged: Judged,
): string => `# The official client against the mock

- [Every method](#every-method)
- [The published documents](#the-published-documents)

Every method of \`@interledger/open-payments\` 7.4.0, called against \`op-conformance mock --profile open-payments\` with the
validation of responses on, as it is by default. A test repeats these ${steps.length} calls, compares them with this page, and validates
every response by the published OpenAPI documents. To write the page anew, run
\`npx vitest run mock/official-client-methods.test.ts -u\`.

## Every method

Of a response the table shows the status and the names of the fields, of a refusal the code and the description.

${tableOf(steps)}

## The published documents

Responses validated: ${counted(judged)}. None breaks its schema.

The documents have ${defects.length} known defects. The test reads each in the way that its reason says, and fails when a defect has
gone:

${defects.map(listed).join('\n')}
`

test('every method of the official client returns what it returned before, with validation on', async () => {
  const scene = await official()
  const { judged } = judgedByDocuments(scene.mock)
  const conversation = recorded(scene)
  await walletSteps(scene, conversation)
  await grantSteps(scene, conversation)
  await continuationSteps(scene, conversation)
  await tokenSteps(scene, conversation)
  await incomingSteps(scene, conversation)
  await outgoingSteps(scene, conversation, await quoteSteps(scene, conversation))
  const { steps } = conversation
  const methods = Object.entries(scene.client).flatMap(([resource, its]) =>
    Object.keys(its).map((name) => `${resource}.${name}`),
  )
  expect([...new Set(steps.map(({ method }) => method))].toSorted()).toEqual(methods.toSorted())
  expect(steps.length).toBeGreaterThanOrEqual(118)
  // The client itself refuses only responses that it considers invalid.
  expect(steps.filter(({ came }) => came.startsWith('refused by the client'))).toEqual([])
  await expect(page(steps, judged)).toMatchFileSnapshot('./__snapshots__/official-client-methods.md')
})
