import type { ChildProcess } from 'node:child_process'

/** The next message of a process that we started; rejects where it ends instead. */
export function told<Report>(child: ChildProcess, name: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error(`${name} ended by itself`))
    child.once('exit', leave)
    child.once('message', (report: Report) => {
      child.off('exit', leave)
      resolve(report)
    })
  })
}

/** The same, asked for by a message to it. */
export function asked<Order extends object | string, Report>(
  child: ChildProcess,
  name: string,
  order: Order,
): Promise<Report> {
  const answer = told<Report>(child, name)
  child.send(order)
  return answer
}
