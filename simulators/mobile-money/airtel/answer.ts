export type Answer = { readonly status: number; readonly body: unknown; readonly isTaken: boolean }

export const say = (status: number, body: unknown): Answer => ({ status, body, isTaken: false })

/** Airtel answers HTTP 200 even for errors; `status.success` distinguishes them. */
export function tell(
  outcome: { readonly success: boolean; readonly code: string; readonly message: string },
  fields: Record<string, unknown> = {},
): Answer {
  const { success, code, message } = outcome
  return say(200, {
    data: fields,
    status: { code: '200', message, result_code: 'ESB000010', response_code: code, success },
  })
}

export const refuse = (code: string, message: string): Answer => tell({ success: false, code, message })
