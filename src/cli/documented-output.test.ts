import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { loadFixtures } from '../../mock/fixtures/load.ts'
import { loadSuite } from '../../suites/load.ts'
import { against } from '../../suites/testing/against-mock.ts'
import { judged } from '../app/mock/testing/judged.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadEvent } from '../interop/event-file.ts'
import { loadKnownFailures } from '../known-failures/load.ts'
import { text } from '../report/text/text.ts'
import { viewOf } from '../report/view.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import { command, folder } from './testing/command.ts'
import { allBlocks, blocksOf, project } from './testing/documents.ts'
import { commandsIn } from './testing/shell.ts'

/**
 * Returns what a run of these checks against a mock with this fault prints, with the address that the documents use.
 */
const printed = async (fault: string, only: string): Promise<string> => {
  const events = await against({ faults: [fault], only: [only] })
  const report = text(viewOf(events, loadCatalogue()), {
    colour: false,
    verbose: false,
    report: 'reports/mock/report.json',
    complete: false,
    enforce: 'must',
  })
  return report.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
}

/** Compares two outputs. The numbers may differ by a quarter, because they change with every check that is added. */
const expectAlike = (shown: string, printed: string): void => {
  const withoutFigures = (text: string): string => text.replaceAll(/\d+/g, 'N')
  const figures = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)
  expect(withoutFigures(shown)).toBe(withoutFigures(printed))
  const now = figures(printed)
  const off = figures(shown).flatMap((figure, at) => {
    const real = now[at] ?? 0
    return Math.abs(figure - real) > Math.max(10, real / 4) ? [`${figure} is ${real} now`] : []
  })
  expect(off).toEqual([])
}

const findingIn = (shown: string): string =>
  shown.split('\n\n').find((part) => part.startsWith('✗')) ?? 'no finding'

test('README and results-and-ci show what the run of the example prints', async () => {
  const report = await printed('without-digest-matches-body', 'content-digest')
  const [block] = blocksOf('README.md').filter((each) => each.text.includes('✗'))
  const shown = (block?.text ?? '').replaceAll(/^\$ .*\n/gm, '')
  expect(findingIn(shown)).toBe(findingIn(report))
  const parts = report.trimEnd().split('\n\n')
  const withoutOpenPoints = parts.filter((part) => !part.startsWith('Left open'))
  const harness = /op-conformance \S+$/m
  expectAlike(
    shown.trimEnd().replace(harness, 'test'),
    withoutOpenPoints.join('\n\n').replace(harness, 'test'),
  )
  const [explained] = blocksOf('docs/results-and-ci.md').filter((each) => each.text.startsWith('✗'))
  expect(explained?.text.trimEnd()).toBe(findingIn(report))
})

test('CONTRIBUTING shows the beginning of what its check finds', async () => {
  const [block] = blocksOf('CONTRIBUTING.md').filter((each) => each.text.startsWith('✗'))
  expect(await printed('without-digest-present', 'content-digest/absent')).toContain(block?.text)
})

const [example] = blocksOf('docs/judging-a-server.md').filter(({ language }) => language === 'yaml')

const privateKey = () =>
  JSON.stringify({
    kty: 'OKP',
    crv: 'Ed25519',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  })

test('judging-a-server shows the plan of its target file', async () => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'op-conformance.yaml'), example?.text ?? '')
  const { stdout, code } = await command(['plan'], {
    cwd,
    env: { OP_PRIVATE_KEY: privateKey(), OP_TOKEN: 't' },
  })
  expect(code).toBe(0)
  const [block] = blocksOf('docs/judging-a-server.md').filter((each) =>
    each.text.includes('$ op-conformance plan'),
  )
  const shown = (block?.text ?? '').replaceAll(/^\$ .*\n/gm, '').trimEnd()
  expectAlike(shown, (stdout.split('\n\n')[0] ?? '').trimEnd())
})

const suite = await loadSuite()

/**
 * Reads a YAML block of the documents as the program reads YAML of its kind. Blocks of no known kind are parts of a
 * target file.
 */
const read = async (yaml: string): Promise<unknown> => {
  const tree = parse(yaml)
  const cwd = await folder()
  if (Array.isArray(tree)) return tree
  // Jobs of GitHub and of GitLab.
  if ('shard' in (tree.jobs ?? {})) return expect(tree.jobs.conformance.needs).toBe('shard')
  if (tree.kind === 'Job')
    return expect(tree.spec).toMatchObject({ completionMode: 'Indexed', completions: 3, parallelism: 3 })
  if ('jobs' in tree)
    return expect(tree.jobs.conformance.steps.at(-1).uses).toMatch(/open-payments-conformance@/)
  if ('conformance' in tree) return expect(tree.conformance.artifacts.paths).toEqual(['reports/'])
  if ('wallets' in tree) return loadFixtures('f.yaml', async () => yaml)
  if ('failures' in tree) {
    writeFileSync(join(cwd, 'k.yaml'), yaml)
    return loadKnownFailures('k.yaml', { cwd, requirements: loadCatalogue(), renamed: suite.renamed })
  }
  if ('targets' in tree) {
    writeFileSync(join(cwd, 'e.yaml'), yaml)
    return loadEvent(['e.yaml'], cwd)
  }
  const whole = parse(example?.text ?? '')
  return loadTarget({
    file: 't.yaml',
    cwd,
    env: { OP_PRIVATE_KEY: privateKey(), OP_TOKEN: 't', OP_RECEIVER_TOKEN: 'r' },
    now: () => 0,
    readFile: async () => JSON.stringify({ ...whole, ...tree, tokens: { ...whole.tokens, ...tree.tokens } }),
  })
}

const yaml = allBlocks().filter(({ language }) => language === 'yaml')

test.each(yaml.map(({ path, text: source }) => [path, source.split('\n')[1] ?? '', source] as const))(
  '%s: the YAML around "%s" is valid',
  async (_, __, source) => {
    await read(source)
  },
)

/** Starts a mock like a user does, and returns its target file and its standard error. */
const started = async () => {
  const [cwd, interruption] = [await folder(), new AbortController()]
  let ready: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => {
    ready = resolve
  })
  const ended = command(['mock', '--port', '0', '--write-target', 't.yaml'], {
    cwd,
    signal: interruption.signal,
    saidAside: (said) => {
      const [, at] = /^ready at (\S+)$/m.exec(said) ?? []
      if (at !== undefined) ready(at)
    },
  })
  const end = async () => {
    interruption.abort()
    return ended
  }
  onTestFinished(async () => {
    await end()
  })
  return { url: await url, target: parse(readFileSync(join(cwd, 't.yaml'), 'utf8')), end }
}

interface Curl {
  url: string
  init: RequestInit
}

/** Returns the request that curl would send for these words. */
const curl = (words: readonly string[], base: string): Curl => {
  const given = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ''] : []))
  const [body] = given('--json')
  const [method = body === undefined ? 'GET' : 'POST'] = given('-X')
  const place = words.find((word) => /^(?:http:\/\/)?(?:localhost|127\.0\.0\.1):8080/.test(word)) ?? ''
  return {
    url: place.replace(/^(?:http:\/\/)?[^/]+/, base),
    init: {
      method,
      headers: [
        ...given('-H').map((header) => header.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
      ],
      ...(body === undefined ? {} : { body }),
    },
  }
}

/** Replaces the number of a shown exchange with that of one that the mock has had. */
const withExchange = async (place: string, base: string): Promise<string> => {
  if (!/exchanges\/\d+$/.test(place)) return place
  const { headers } = await fetch(`${base}/quotes/1`)
  return place.replace(/\d+$/, headers.get('x-mock-exchange') ?? '')
}

/** The curl commands that call a running mock, each with the line that the document shows as its response, if any. */
const calls = ['README.md', 'docs/mock.md', 'docs/developing-a-client.md'].flatMap((path) =>
  blocksOf(path).flatMap(({ language, text: block }) => {
    const script =
      language === 'sh' ? block : block.replaceAll(/^(?!\$ | {4}-).*$/gm, '').replaceAll(/^\$ /gm, '')
    const answers = block.match(/^\{.*\}$/gm) ?? []
    return commandsIn(script.replaceAll(/\$\(head[^)]*\)/g, Buffer.alloc(64).toString('base64')))
      .filter(([name]) => name === 'curl')
      .map((words, at) => ({ words, answer: answers[at] }))
  }),
)

test('the mock answers every documented call as the documents show', async () => {
  const { url, target, end } = await started()
  await fetch(`${url}/quotes/1`)
  expect(calls.length).toBeGreaterThan(9)
  for (const { words, answer } of calls) {
    const filled = words.map((word) => word.replace('$OP_TOKEN', target.tokens.full))
    const { url: shown, init } = curl(filled, url)
    const place = await withExchange(shown, url)
    const response = await fetch(place, { ...init, signal: AbortSignal.timeout(10_000) })
    if (answer?.startsWith('{"error"')) expect(await response.text()).toBe(answer)
    else {
      expect({ place, ok: response.ok }).toEqual({ place, ok: true })
      if (answer)
        expect(Object.keys(JSON.parse(await response.text()))).toEqual(Object.keys(JSON.parse(answer)))
      else await response.body?.cancel()
    }
  }
  const { stderr } = await end()
  const [line] = blocksOf('docs/mock.md').filter((each) => each.text.startsWith('401 '))
  expect(stderr).toContain(line?.text)
})

test('the program of developing-a-client makes its payment', async () => {
  const [block] = blocksOf('docs/developing-a-client.md').filter(({ language }) => language === 'js')
  const [advance] = blocksOf('docs/developing-a-client.md').filter((each) => each.text.includes('advance'))
  const { url, init } = curl(commandsIn(advance?.text ?? '')[0] ?? [], '')
  const atOnce = `await fetch(process.env.OP_BASE_URL + '${url}', ${JSON.stringify(init)})`
  const program = (block?.text ?? '').replace(/^await new Promise\(.*$/m, atOnce)
  let stdout = ''
  await judged(
    async (env) => {
      const source = program.replace(/`paid .*`/, 'JSON.stringify(payment)')
      const ran = promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
        cwd: project,
        env,
      })
      stdout = (await ran).stdout
    },
    '--profile',
    'open-payments',
  )
  expect(program).toContain(atOnce)
  expect(JSON.parse(stdout)).toMatchObject({ debitAmount: { value: '500' }, failed: false })
})
