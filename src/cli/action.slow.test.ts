import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

// Tests of the action that other repositories use. Its steps run like on GitHub. Needs `npm run build`.

interface Step {
  name?: string
  env?: Record<string, string>
  run?: string
  with?: Record<string, unknown>
}

interface Action {
  inputs: Record<string, { default: string }>
  runs: { steps: Step[] }
}

const project = fileURLToPath(new URL('../..', import.meta.url))
const action: Action = parse(readFileSync(join(project, 'action.yml'), 'utf8'))
const judgeStep = action.runs.steps.find(({ name }) => name === 'Judge')

const filledIn = (text: string, given: Record<string, string>): string =>
  text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    const input = action.inputs[name]
    if (!input) throw new Error(`action.yml has no input ${name}`)
    return given[name] ?? input.default
  })

/** Runs the step that judges, in the shell that GitHub uses for it. */
const judged = async (cwd: string, given: Record<string, string>) => {
  const own = Object.entries(judgeStep?.env ?? {}).map(([name, text]) => [name, filledIn(text, given)])
  const shell = spawn(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', judgeStep?.run ?? 'exit 99'],
    {
      cwd,
      env: {
        PATH: process.env['PATH'],
        CI: 'true',
        GITHUB_ACTION_PATH: project,
        GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
        ...Object.fromEntries(own),
      },
    },
  )
  let log = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk
    })
  }
  const [code] = await once(shell, 'close')
  return { code, log }
}

test('the action annotates, appends the summary and leaves what replay needs', async () => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock({ faults: ['without-digest-matches-body'] })).target)
  writeFileSync(join(cwd, 'summary.md'), 'Of an earlier step.\n')
  const { code, log } = await judged(cwd, { target: 't.yaml', wait: '5s' })
  expect(code, log.slice(-2000)).toBe(1)
  expect(log).toMatch(/^::error file=t\.yaml,line=\d+,title=MUST signature\.digest\.matches-body::/m)
  expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^Of an earlier step\.\n# ❌ /)
  const kept = action.inputs['out']?.default ?? ''
  for (const name of ['report.json', 'report.html', 'events.ndjson']) {
    expect(existsSync(join(cwd, kept, name)), name).toBe(true)
  }
  const report = JSON.parse(readFileSync(join(cwd, kept, 'report.json'), 'utf8'))
  expect(report.checks.find(({ id }: { id: string }) => id === 'content-digest/altered').verdict.status).toBe(
    'failed',
  )
})

test('the action passes every input to the command line, which names a wrong value', async () => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock()).target)
  const wrong = { profile: 'no-such', baseline: 'no.json', 'known-failures': 'no.yaml', wait: 'soon' }
  for (const [input, value] of Object.entries(wrong)) {
    const { code, log } = await judged(cwd, { target: 't.yaml', [input]: value })
    expect({ input, code }).toEqual({ input, code: 2 })
    expect(log).toContain(value)
  }
})
