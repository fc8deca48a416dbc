import type { Report } from '../report/data/json.ts'

/** A participant, with the findings about it. */
export interface JudgedServer {
  name: string
  /** The participant's role. A `client` is judged by the requests that it sent. */
  role: 'server' | 'client'
  /** The target file, or the report that was given. */
  file: string
  /** The page of the participant's report, relative to the folder of the matrix. */
  page?: string | undefined
  report?: Report | undefined
  /** The reason why there is no report, or why it covers only a part. */
  problem?: string | undefined
}
