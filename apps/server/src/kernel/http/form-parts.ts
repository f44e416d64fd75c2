/** One part of a form; `content` is a view of the form's bytes. */
export type FormPart = { readonly name: string; readonly isFile: boolean; readonly content: Buffer }

/** No form of ours has more. */
const MOST_PARTS = 8
const MOST_HEAD_BYTES = 1_024
const CRLF = '\r\n'

/**
 * The parts of a form (RFC 7578); null where it is in another form, or has more parts than any of ours. The platform's
 * own parser is built for forms of friends: two megabytes of empty parts keep it, and everybody else, waiting for seconds.
 */
export function formParts(body: Buffer, contentType: string): FormPart[] | null {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([\w'()+,./:=?-]{1,70})(?=[;\s]|$))/i.exec(contentType)
  if (boundary === null) return null
  const delimiter = Buffer.from(`${CRLF}--${boundary[1] ?? boundary[2]}`, 'latin1')
  // The first stands at the beginning, without the end of a line before it.
  let at = delimiter.length - CRLF.length
  if (!body.subarray(0, at).equals(delimiter.subarray(CRLF.length))) return null
  const parts: FormPart[] = []
  while (parts.length <= MOST_PARTS) {
    const sign = body.toString('latin1', at, at + CRLF.length)
    if (sign === '--') return parts
    const head = body.subarray(at, at + MOST_HEAD_BYTES)
    const headEnd = head.indexOf(CRLF + CRLF)
    const named = sign === CRLF && headEnd !== -1 ? readHead(head.toString('utf8', CRLF.length, headEnd)) : null
    if (named === null) return null
    const from = at + headEnd + 2 * CRLF.length
    const end = body.indexOf(delimiter, from)
    if (end === -1) return null
    parts.push({ ...named, content: body.subarray(from, end) })
    at = end + delimiter.length
  }
  return null
}

/** What a part is called, and whether it is a file: that has a name of its own. */
function readHead(head: string): Omit<FormPart, 'content'> | null {
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(head)?.[1]
  if (disposition === undefined) return null
  const entered = new Map(
    Array.from(disposition.matchAll(/;[ \t]*([\w*-]+)="([^"]*)"/g), ([, key = '', text = '']) => [
      key.toLowerCase(),
      text,
    ]),
  )
  const name = entered.get('name')
  return name === undefined ? null : { name, isFile: entered.has('filename') }
}
