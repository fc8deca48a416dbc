import type { Shown } from '../../core/answer.ts'
import type { Fault } from '../fault.ts'

const errorFault = (id: string, about: string, says: string, alter: (error: Shown) => unknown): Fault => ({
  id,
  breaks: `errors.body.${about}`,
  says,
  source: 'behaviour',
  override: ({ refused }) => ({
    refused: (world, refusal) => {
      const whole = refused(world, refusal)
      const { error } = Object(whole.body) as { error?: Shown }
      return error ? { ...whole, body: alter(error) } : whole
    },
  }),
})

const inError = (id: string, about: string, says: string, alter: (error: Shown) => Shown): Fault =>
  errorFault(id, about, says, (error) => ({ error: { ...error, ...alter(error) } }))

export const errorBodyFaults: readonly Fault[] = [
  errorFault(
    'error-at-top-level',
    'error.present',
    'A refusal has code and description at its top level, and no error',
    (error) => ({
      ...error,
    }),
  ),
  errorFault('error-is-a-text', 'error.object', 'The error of a refusal is a string', ({ description }) => ({
    error: description,
  })),
  errorFault('error-in-a-list', 'error.object', 'The body of a refusal is a list of errors', (error) => [
    error,
  ]),
  inError('error-without-code', 'code.present', 'An error has no code', () => ({ code: undefined })),
  inError('error-code-of-number', 'code.string', 'The code of an error is a number', () => ({ code: 1017 })),
  inError('error-without-description', 'description.present', 'An error has no description', () => ({
    description: undefined,
  })),
  inError(
    'error-description-of-list',
    'description.string',
    'The description of an error is a list',
    ({ description }) => ({ description: [description] }),
  ),
  inError('error-details-of-text', 'details.object', 'The details of an error are a string', () => ({
    details: 'Ask the operator',
  })),
]
