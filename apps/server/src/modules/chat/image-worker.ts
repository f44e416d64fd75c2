import { decodeImage } from './decode-image.ts'

/** The child process of image-processes.ts: decodes one image after another. */
process.on('message', (file: Uint8Array) => {
  void decodeImage(Buffer.from(file)).then((result) => process.send?.(result))
})
// The server has gone. A decoder that is still busy must not hold up the exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
