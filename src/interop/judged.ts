import type { Report } from '../report/data/json.ts'

/** Whoever took part, with what was found of it. */
export interface JudgedServer {
  name: string
  /** `client`: judged by the requests that it sent. */
  role: 'server' | 'client'
  /** The target file, or the report that was given. */
  file: string
  /** The page of its report, from the folder of the matrix on. */
  page?: string | undefined
  report?: Report | undefined
  /** Why there is no report, or why it covers a part only. */
  problem?: string | undefined
}
