import { expect, test } from 'vitest'
import { clientSpecification } from './claims.ts'

test.each(['interface', 'open-payments-1.3'])(
  'every requirement of the client under %s has a sentence about a client that broke it',
  (name) => {
    const sentences = [...clientSpecification(name).catalogue.values()].map(({ happened = '' }) => happened)
    expect(sentences).toContain('The client sent both amounts')
    expect(sentences).toContain('The client sent an amount without a value')
    expect(
      sentences.filter(
        (sentence) => !/^The client [a-z]+ [^.]*[^.]$/.test(sentence) || /refused/.test(sentence),
      ),
    ).toEqual([])
  },
)
