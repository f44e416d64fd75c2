import type { ChildProcess } from 'node:child_process'

/** The next message of a child process; rejects if it exits first. */
export function nextMessage<Report>(child: ChildProcess, name: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error(`${name} exited unexpectedly`))
    child.once('exit', leave)
    child.once('message', (report: Report) => {
      child.off('exit', leave)
      resolve(report)
    })
  })
}

export function exchangeMessage<Order extends object | string, Report>(
  child: ChildProcess,
  name: string,
  order: Order,
): Promise<Report> {
  const answer = nextMessage<Report>(child, name)
  child.send(order)
  return answer
}
