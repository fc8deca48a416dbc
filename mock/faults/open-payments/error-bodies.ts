import type { Answer, Shown } from '../../core/answer.ts'
import { type Defect, faultsBy } from '../fault.ts'

/** Replaces the body of a refusal that has an error. */
const altered =
  (alter: (error: Shown) => unknown) =>
  (refusal: Answer): Answer => {
    const { error } = Object(refusal.body) as { error?: Shown }
    return error ? { ...refusal, body: alter(error) } : refusal
  }

const withinError = (fields: Shown) => altered((error) => ({ error: { ...error, ...fields } }))

export const errorBodyFaults: readonly Defect[] = faultsBy('answers', 'refused', {
  'error-at-top-level': {
    breaks: 'errors.body.error.present',
    says: 'A refusal has code and description at its top level, and no error',
    gives: altered((error) => ({ ...error })),
  },
  'error-is-a-text': {
    breaks: 'errors.body.error.object',
    says: 'The error of a refusal is a string',
    gives: altered(({ description }) => ({ error: description })),
  },
  'error-in-a-list': {
    breaks: 'errors.body.error.object',
    says: 'The body of a refusal is a list of errors',
    gives: altered((error) => [error]),
  },
  'error-without-code': {
    breaks: 'errors.body.code.present',
    says: 'An error has no code',
    gives: withinError({ code: undefined }),
  },
  'error-code-of-number': {
    breaks: 'errors.body.code.string',
    says: 'The code of an error is a number',
    gives: withinError({ code: 1017 }),
  },
  'error-without-description': {
    breaks: 'errors.body.description.present',
    says: 'An error has no description',
    gives: withinError({ description: undefined }),
  },
  'error-description-of-list': {
    breaks: 'errors.body.description.string',
    says: 'The description of an error is a list',
    gives: altered((error) => ({ error: { ...error, description: [error.description] } })),
  },
  'error-details-of-text': {
    breaks: 'errors.body.details.object',
    says: 'The details of an error are a string',
    gives: withinError({ details: 'Ask the operator' }),
  },
})
