import { expect, test } from 'vitest'
import { contentDigest } from './digest.ts'

const body = Buffer.from('{"hello": "world"}')

test('the digest is that of RFC 9421, B.2', () => {
  expect(contentDigest(body, 'sha-512')).toBe(
    'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
  )
})

test('the digest by sha-256 is that of RFC 9530, appendix D', () => {
  expect(contentDigest(Buffer.from('{"hello": "world"}\n'), 'sha-256')).toBe(
    'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
  )
})
