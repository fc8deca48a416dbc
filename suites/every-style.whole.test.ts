import { test } from 'vitest'
import { allStyles } from '../mock/styles/index.ts'
import { expectConforming } from './testing/styles.ts'

test.for(allStyles)('a server with $id conforms: $says', async (style) => {
  await expectConforming([style])
})
