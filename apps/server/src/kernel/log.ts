import { pino, type Logger } from 'pino'
import { scrub } from './scrub.ts'

export type Log = Logger

const SECRET_FIELDS = ['password', 'pin', 'token', 'secret', 'authorization', 'cookie', 'nin', 'apiKey', 'set-cookie']

/**
 * Structured log (OPS-10). Named secret fields are censored by pino; the finished line is scrubbed of phone
 * numbers, NINs and tokens once more, because texts of errors carry them where no field name warns.
 */
export function createLog(level: string, write: (line: string) => void = standardOutput()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => {
          const path = field.includes('-') ? `["${field}"]` : field
          return [
            path,
            field.includes('-') ? `*${path}` : `*.${path}`,
            field.includes('-') ? `*.*${path}` : `*.*.${path}`,
          ]
        }),
        censor: '[redacted]',
      },
    },
    { write: (line: string) => write(scrub(line)) },
  )
}

let written: ((line: string) => void) | undefined

/** One for the process: written without blocking, and to the last line when the process leaves. */
function standardOutput(): (line: string) => void {
  if (written !== undefined) return written
  let leaving = false
  // Who reads the log may be gone or stuck; a process that leaves does not wait for him.
  const destination = pino.destination({ fd: 1, sync: false, retryEAGAIN: () => !leaving })
  destination.on('error', () => {})
  process.on('exit', () => {
    leaving = true
    try {
      destination.flushSync()
    } catch {
      // nobody reads any more
    }
  })
  written = (line) => void destination.write(line)
  return written
}
