import dns from 'node:dns'
import { writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Io } from '../../../app/environment.ts'
import { type Obtain, withTokens } from '../../../app/grants/token-keeper.ts'
import { guarded } from '../../../app/run/guarded.ts'
import { writeTargetByUrl } from '../../../app/target-by-url.ts'
import { codeFor } from '../../run.ts'
import { command, folder, inWorld } from '../command.ts'
import { canary } from '../hostile-texts.ts'
import { start } from '../process.ts'
import { type Trial, type Try, targetFolder } from './document-fuzz.ts'

const reports = ['html', 'markdown', 'sarif', 'junit', 'github', 'har'].map(
  (name) => `--reporter=${name}=reports/all/${name}`,
)

const given = (url: string) => ({ other: `${url}/bob`, client: `${url}/client`, consent: 'print' })

const argvOf = (what: 'init' | 'run', url: string): string[] => [
  what,
  `${url}/alice`,
  ...Object.entries(given(url)).map(([name, value]) => `--${name}=${value}`),
  ...(what === 'init' ? ['--yes'] : ['--verbose', '--only=quotes/one-amount', ...reports]),
]

const environment = ({ isOfRunner }: Trial): Record<string, string> => ({
  [canary.variable]: canary.value,
  ...(isOfRunner ? { GITHUB_ACTIONS: 'true' } : {}),
})

/** Carries out trials in this process, where waiting takes no time. */
export function inThisProcess(): Try {
  withoutNames()
  return (trial, url, cwd) => {
    let skipped = 0
    const world = {
      cwd,
      env: environment(trial),
      now: () => new Date(Date.now() + skipped),
      monotonic: () => performance.now() + skipped,
      wait: async (milliseconds: number) => {
        skipped += milliseconds
      },
    }
    if (trial.what !== 'tokens') return command(argvOf(trial.what, url), world)
    return inWorld(world, (io) => tokensOf(url, io))
  }
}

const tokensOf = async (url: string, unguarded: Io): Promise<number> => {
  const io = guarded(unguarded)
  const work = async (obtain: Obtain): Promise<number> => {
    const file = join(targetFolder, 'op-conformance.yaml')
    const target = await writeTargetByUrl(`${url}/alice`, file, given(url), io)
    io.hide(target.secrets)
    await obtain(target, new Set(target.grants?.book.names()))
    return 0
  }
  return withTokens(io, work).catch((error) => codeFor(error, io))
}

/** Blocks all name lookups, so that no URL leads traffic off this machine. */
const withoutNames = (): void => {
  const { lookup } = dns
  const spied = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
    const failed = Object.assign(new Error(`${name} is not looked up`), { code: 'ENOTFOUND' })
    if (isIP(name)) Reflect.apply(lookup, dns, [name, ...rest])
    else Object(rest.at(-1))(failed)
  }) as never)
  onTestFinished(() => spied.mockRestore())
}

/** Carries out trials with the built command line. */
export async function inOtherProcesses(): Promise<Try> {
  const preload = join(await folder(), 'without-names.mjs')
  writeFileSync(
    preload,
    `import dns from 'node:dns'
dns.lookup = (name, _, done) => done(Object.assign(new Error('not looked up'), { code: 'ENOTFOUND' }))
`,
  )
  return async (trial, url, cwd) => {
    const env = { ...environment(trial), NODE_OPTIONS: `--import=${preload}` }
    const argv = trial.what === 'init' ? argvOf('init', url) : [...argvOf('run', url), '--deadline=10s']
    const { ended, stdout, stderr } = start(argv, { cwd, env })
    const code = await ended
    return { code: code ?? -1, stdout: stdout(), stderr: stderr() }
  }
}
