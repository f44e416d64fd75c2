import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { err, type Result } from '@mupiira/domain/result.ts'
import { createBatcher } from '../../../kernel/batcher.ts'
import type { CleanImage, ImageFault } from './decode-image.ts'

/** Each process needs up to 100 MB while it decodes. */
const PROCESSES = 2
const MAX_WAITING = 24
const TIMEOUT_MS = 15_000
const WORKER = join(import.meta.dirname, 'image-worker.ts')

type Decoded = Result<CleanImage, ImageFault>

/** Processes that wait for work. */
const idle: ChildProcess[] = []

const queue = createBatcher<Buffer, Decoded>({
  maxBatch: 1,
  maxWaitMs: 0,
  concurrency: PROCESSES,
  maxWaiting: MAX_WAITING,
  run: (files) => Promise.all(files.map((file) => decodeInProcess(file))),
})

/**
 * The image as WebP, without metadata. A child process decodes it, because a decoder cannot be interrupted, only
 * killed. Rejects with `BatcherFull` under overload.
 */
export const reEncodeImage = (file: Buffer): Promise<Decoded> => queue.submit(file)

/** A file that takes too long, or crashes the decoder, counts as damaged; the next one gets a new process. */
export function decodeInProcess(file: Buffer, timeoutMs = TIMEOUT_MS): Promise<Decoded> {
  const child = idle.pop() ?? start()
  return new Promise((resolve) => {
    const finish = (result: Decoded, isUsable: boolean): void => {
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      if (isUsable) release(child)
      else child.kill('SIGKILL')
      resolve(result)
    }
    const fail = (): void => finish(err('IMAGE_BROKEN'), false)
    const timer = setTimeout(fail, timeoutMs)
    child.on('exit', fail)
    child.on('message', (result: Decoded) => finish(withBuffer(result), true))
    child.send(file, (error) => void (error !== null && fail()))
  })
}

function start(): ChildProcess {
  // An empty environment, so that an exploited decoder finds no secrets.
  const child = fork(WORKER, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' })
  child.on('error', () => {})
  return child
}

function release(child: ChildProcess): void {
  // An idle process must not prevent the server's exit.
  child.unref()
  child.channel?.unref()
  child.on('exit', () => void (idle.includes(child) && idle.splice(idle.indexOf(child), 1)))
  idle.push(child)
}

const withBuffer = (result: Decoded): Decoded =>
  result.ok ? { ok: true, value: { ...result.value, bytes: Buffer.from(result.value.bytes) } } : result
