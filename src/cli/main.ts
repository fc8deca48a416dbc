#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { converse } from '../app/conversation.ts'
import { run } from './run.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())

// Whoever reads may stop reading: `op-conformance list | head`.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: (milliseconds, until) => {
    const signal = until ? AbortSignal.any([interrupted.signal, until]) : interrupted.signal
    return setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
  },
  converse: () =>
    converse({
      input: process.stdin,
      output: process.stderr,
      interrupt: () => interrupted.abort(),
    }),
  random: () => Math.floor(Math.random() * 2 ** 31),
  signal: interrupted.signal,
})
