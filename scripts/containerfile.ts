// Carries out the Containerfile where there is no container engine: each stage gets a folder instead of an image; then the
// entry point is started and its health looked at. What only an engine does (base images, users, networks) stays untested.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Instruction, instructionsIn } from './containerfile/instructions.ts'

const root = mkdtempSync(join(tmpdir(), 'op-container-'))
chmodSync(root, 0o755)

interface Stage {
  folder: string
  workdir: string
  path: string
  exec: Record<string, string[]>
}

const stages = new Map<string, Stage>()
let stage: Stage = { folder: root, workdir: '/', path: '', exec: {} }

const inStage = ({ folder, workdir }: Stage, path = '.'): string =>
  join(folder, path.startsWith('/') ? path : join(workdir, path))

/** What git knows of is what an engine is given; .dockerignore leaves out the rest. */
const copyContext = (to: string): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(file, join(to, file))
  }
}

const steps: Record<string, (words: string, instruction: Instruction) => void> = {
  FROM: (words) => {
    const name = / AS (\w+)$/.exec(words)?.[1] ?? 'last'
    stage = { folder: join(root, name), workdir: '/', path: process.env['PATH'] ?? '', exec: {} }
    mkdirSync(stage.folder)
    stages.set(name, stage)
  },
  WORKDIR: (words) => {
    stage.workdir = words
    mkdirSync(inStage(stage), { recursive: true })
  },
  COPY: (words) => {
    const [, from, source = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(words) ?? []
    const other = stages.get(from ?? '')
    if (other) cpSync(inStage(other, source), inStage(stage, to), { recursive: true, verbatimSymlinks: true })
    else copyContext(inStage(stage, to))
  },
  RUN: (words) => void execFileSync('sh', ['-c', words], { cwd: inStage(stage), stdio: 'inherit' }),
  ENV: (words) => {
    const [, own = ''] = /^PATH=([^:]+):\$PATH$/.exec(words) ?? []
    stage.path = `${inStage(stage, own)}:${stage.path}`
  },
  USER: () => {},
  EXPOSE: () => {},
  HEALTHCHECK: (words) => {
    stage.exec['HEALTHCHECK'] = JSON.parse(words.replace(/^CMD /, ''))
  },
  ENTRYPOINT: (words) => {
    stage.exec['ENTRYPOINT'] = JSON.parse(words)
  },
  CMD: (words) => {
    stage.exec['CMD'] = JSON.parse(words)
  },
}

/** Nobody, if this is root: as little as a container's user may do. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : 0)
}

const isHealthy = (port: string): boolean => {
  const [command = '', ...words] = stage.exec['HEALTHCHECK'] ?? []
  const { status } = spawnSync(
    command,
    words.map((word) => word.replace('8080', port)),
  )
  return status === 0
}

const begun = (port: string): ChildProcess => {
  const [command = '', ...words] = [...(stage.exec['ENTRYPOINT'] ?? []), ...(stage.exec['CMD'] ?? [])]
  return spawn(
    command,
    words.map((word) => word.replace('8080', port)),
    { cwd: inStage(stage), env: { PATH: stage.path }, stdio: 'inherit', ...asNobody },
  )
}

const healthyAfter = async (port: string): Promise<number> => {
  const start = performance.now()
  while (performance.now() - start < 30_000) {
    if (isHealthy(port)) return Math.round(performance.now() - start)
    await wait(200)
  }
  throw new Error('it did not become healthy within 30 s')
}

try {
  for (const instruction of instructionsIn(readFileSync('Containerfile', 'utf8'))) {
    process.stdout.write(`${instruction.name} ${instruction.words}\n`)
    const step = steps[instruction.name]
    if (!step) throw new Error(`line ${instruction.line}: ${instruction.name} is not known here`)
    step(instruction.words, instruction)
  }
  const port = await freePort()
  if (isHealthy(port)) throw new Error('it is healthy before it was started')
  const running = begun(port)
  const ended = once(running, 'exit')
  process.stdout.write(`healthy after ${await healthyAfter(port)} ms, on port ${port} in place of 8080\n`)
  running.kill('SIGTERM')
  const [code] = await ended
  process.stdout.write(`stopped with exit code ${code}\n`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
