import { pino, type Logger } from 'pino'
import { scrub } from './scrub.ts'

export type Log = Logger

const SECRET_FIELDS = ['password', 'pin', 'token', 'secret', 'authorization', 'cookie', 'nin', 'apiKey', 'set-cookie']
const SECRET_DEPTHS = ['', '*.', '*.*.']

/**
 * Creates the structured log (OPS-10). pino censors secret fields by name. The finished line is scrubbed again, because
 * error messages contain phone numbers, NINs and tokens without a field name.
 */
export function createLog(level: string, write: (line: string) => void = standardOutput()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => SECRET_DEPTHS.map((parents) => pathOf(parents, field))),
        censor: '[redacted]',
      },
    },
    { write: (line: string) => write(scrub(line)) },
  )
}

/** Fields with a hyphen are written in brackets: `*["set-cookie"]`. */
const pathOf = (parents: string, field: string): string =>
  field.includes('-') ? `${parents.replace(/\.$/, '')}["${field}"]` : `${parents}${field}`

let writeLine: ((line: string) => void) | undefined

/** The one output of the process. It writes without blocking and flushes when the process exits. */
function standardOutput(): (line: string) => void {
  if (writeLine !== undefined) return writeLine
  let isExiting = false
  // An exiting process must not wait for a log reader that has gone or stopped reading.
  const destination = pino.destination({ fd: 1, sync: false, retryEAGAIN: () => !isExiting })
  destination.on('error', () => {})
  process.on('exit', () => {
    isExiting = true
    try {
      destination.flushSync()
    } catch {
      // The process that reads the log has exited.
    }
  })
  writeLine = (line) => void destination.write(line)
  return writeLine
}
