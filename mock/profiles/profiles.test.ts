import { expect, test } from 'vitest'
import type { ProfileName } from '../core/operations.ts'
import { readApi } from '../openapi/catalogue.ts'
import { profileOf } from './index.ts'

const names: readonly ProfileName[] = ['interface', 'open-payments-1.3']

test.each(names)(
  'in %s, the mock serves the operations of the OpenAPI document, each at its method and path',
  (name) => {
    const stated = Object.entries(readApi(name).paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined ? [] : [`${operationId} ${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`],
      ),
    )
    const served = profileOf(name).routes.map(
      ({ operation, method, path }) => `${operation} ${method} ${path}`,
    )
    expect(served.toSorted()).toEqual(stated.toSorted())
  },
)
