import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { running } from '../testing/running.ts'
import { environmentOf, environmentText } from './environment.ts'

test('a POSIX shell reads the values from the lines, including the line breaks of the key', async () => {
  const { world, url } = await running()
  const printed = execFileSync('sh', [
    '-c',
    `${environmentText(environmentOf(world))}printenv OP_PRIVATE_KEY; printenv OP_BASE_URL`,
  ])
  const { OP_PRIVATE_KEY: pem = '' } = environmentOf(world)
  expect(printed.toString()).toBe(`${pem}\n${url}\n`)
  expect(createPrivateKey(pem).asymmetricKeyType).toBe('ed25519')
})

test('a single quote in a value is escaped', async () => {
  const { world } = await running({ publicUrl: "https://mock.example/it's" })
  const printed = execFileSync('sh', ['-c', `${environmentText(environmentOf(world))}printenv OP_BASE_URL`])
  expect(printed.toString()).toBe("https://mock.example/it's\n")
})
