import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import type { WholeRequest } from './received.ts'

const largestBody = 1024 * 1024

const readAnyBody = express.raw({ type: () => true, inflate: false, limit: largestBody })

/**
 * Reads the body of a request. Express's reader gets bodies that are encoded, chunked or too large, and words their
 * refusals.
 */
export function readBody(
  request: WholeRequest,
  response: ServerResponse,
  done: (error?: unknown) => void,
): void {
  const {
    'content-length': length,
    'content-encoding': coding,
    'transfer-encoding': chunked,
  } = request.headers
  if (coding !== undefined || chunked !== undefined || Number(length ?? 0) > largestBody) {
    readAnyBody(request as IncomingMessage, response, done)
    return
  }
  if (length === undefined) {
    done()
    return
  }
  const chunks: Buffer[] = []
  const end = (): void => {
    request.off('aborted', abort)
    request.body = Buffer.concat(chunks)
    done()
  }
  const abort = (): void => {
    request.off('end', end)
    done({ status: 400, type: 'request.aborted' })
  }
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.once('end', end).once('aborted', abort)
}
