import { expect, test } from 'vitest'
import { createGnapClient, type GnapClient } from './client.ts'

const endpoint = 'https://auth.example/'
const elsewhere = 'https://other.example/token/1'

/** Creates a client whose server answers each request with a token, and a log of its requests. */
const sending = (origins: readonly string[] = []) => {
  const sent: string[] = []
  const json = { access_token: { value: 'new' } }
  const response = { status: 200, headers: {}, body: '', json } as never
  const send = async ({
    method,
    url,
    token,
  }: {
    method: string
    url: string
    token?: string | undefined
  }) => {
    sent.push(`${method} ${url} ${token}`)
    return { response }
  }
  return { sent, client: createGnapClient({ endpoint, key: Object(undefined) }, { send }, origins) }
}

test.each<[string, (client: GnapClient) => Promise<unknown>]>([
  ['a continuation', (client) => client.proceed({ uri: elsewhere, token: 'secret', wait: 0 })],
  ['a rotation', (client) => client.rotate({ value: 'secret', manage: elsewhere, access: [] })],
  ['a revocation', (client) => client.revoke({ value: 'secret', manage: elsewhere })],
  ['the end of a grant', (client) => client.cancel({ uri: elsewhere, token: 'secret' })],
])('the client sends no token to another origin by %s, unless it is permitted', async (_, request) => {
  const { sent, client } = sending()
  await expect(request(client)).rejects.toMatchObject({ code: 'ERR_GRANT_ORIGIN' })
  expect(sent).toEqual([])
  const permitted = sending(['https://other.example'])
  await request(permitted.client)
  expect(permitted.sent).toEqual([expect.stringMatching(/ https:\/\/other\.example\/token\/1 secret$/)])
})

test('a rotated token belongs to the grant that gave the old one', async () => {
  const grant = { uri: `${endpoint}continue/1`, token: 'onward' }
  const next = await sending().client.rotate({ value: 'old', access: [], grant })
  expect(next).toMatchObject({ value: 'new', grant })
})
