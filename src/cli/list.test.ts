import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'

const listed = async (...options: string[]): Promise<string[]> => {
  const { code, stdout } = await command(['list', '--format', 'json', ...options], { cwd: await folder() })
  expect(code).toBe(0)
  return (JSON.parse(stdout) as Array<{ id: string }>).map(({ id }) => id)
}

const fault = 'completion-does-nothing'
const variant = 'completing-again-refused'

test('list --faults shows the faults of the interface, or of a profile given by name or alias', async () => {
  expect(await listed('--faults')).not.toContain(fault)
  const ofOpenPayments = await listed('--faults', '--profile', 'open-payments-1.3')
  expect(ofOpenPayments).toContain(fault)
  expect(await listed('--faults', '--profile', 'open-payments')).toEqual(ofOpenPayments)
})

test('list --variants shows the variants of the profile only', async () => {
  const [ofInterface, ofOpenPayments] = [
    await listed('--variants'),
    await listed('--variants', '--profile', 'open-payments'),
  ]
  expect([ofInterface.includes(variant), ofOpenPayments.includes(variant)]).toEqual([false, true])
  expect([ofInterface.includes('errors-as-problems'), ofOpenPayments.includes('errors-as-problems')]).toEqual(
    [true, false],
  )
})

test('list --conditions shows each condition with its meaning', async () => {
  expect(await listed('--conditions')).toContain('body-over-8-kib')
  const { stdout } = await command(['list', '--conditions'], { cwd: await folder() })
  expect(stdout).toContain('body-over-8-kib\n    only when the request body is longer than 8 KiB\n')
})

test('list refuses an unknown profile', async () => {
  const { code, stderr } = await command(['list', '--faults', '--profile', 'nope'], { cwd: await folder() })
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no profile of that name')])
})

test('the mock accepts only the faults and variants of its profile', async () => {
  const cwd = await folder()
  const mock = (...options: string[]) =>
    command(['mock', '--port', '0', ...options], { cwd, signal: AbortSignal.abort() })
  const both = ['--fault', fault, '--variant', variant]
  expect((await mock('--profile', 'open-payments', ...both)).code).toBe(0)
  const { code, stderr } = await mock(...both)
  expect([code, stderr]).toEqual([2, expect.stringMatching(/Unknown (fault|variant) "complet/)])
})

test('explain says what a fault of any profile breaks', async () => {
  const { stderr } = await command(['explain', fault], { cwd: await folder() })
  expect(stderr).toContain('a fault of the mock, which breaks complete-incoming-payment.completed')
})

test('explain takes the check of a client, and shows its requirement', async () => {
  const { code, stdout } = await command(['explain', 'client/signature-made'], { cwd: await folder() })
  expect(code).toBe(0)
  expect(stdout).toContain('client.signature.made')
})
