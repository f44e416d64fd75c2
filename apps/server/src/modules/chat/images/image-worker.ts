import { decodeImage } from './decode-image.ts'

/** The child process of re-encode-image.ts. */
process.on('message', (file: Uint8Array) => {
  void decodeImage(Buffer.from(file)).then((result) => process.send?.(result))
})
// The server stopped; a busy decoder must not delay the exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
