type Project = { readonly name: string; files: number; done: number; passed: number; failed: number; sinceMs?: number }

type Finished = { readonly passed: number; readonly failed: number; readonly atMs: number }

const WIDTH = 13

/**
 * The progress of a test run, with an estimate. `earlier` has the durations of earlier runs by file; an unknown file
 * counts as an average one.
 */
export function createProgress(earlier: Readonly<Record<string, number>>, startedMs: number) {
  const projects = new Map<string, Project>()
  const known = Object.values(earlier)
  const averageMs = known.reduce((sum, ms) => sum + ms, 1) / Math.max(1, known.length)
  const durationOf = (file: string): number => earlier[file] ?? averageMs
  let doneMs = 0
  let leftMs = 0

  function projectOf(name: string): Project {
    const project = projects.get(name) ?? { name, files: 0, done: 0, passed: 0, failed: 0 }
    projects.set(name, project)
    return project
  }

  return {
    add(project: string, file: string): void {
      projectOf(project).files += 1
      leftMs += durationOf(file)
    },
    begin(project: string, atMs: number): void {
      projectOf(project).sinceMs ??= atMs
    },
    /** Returns the result of the project after its last file. */
    finish(name: string, file: string, { passed, failed, atMs }: Finished): string | null {
      const project = projectOf(name)
      project.done += 1
      project.passed += passed
      project.failed += failed
      doneMs += durationOf(file)
      leftMs -= durationOf(file)
      if (project.done < project.files) return null
      const seconds = ((atMs - (project.sinceMs ?? startedMs)) / 1_000).toFixed(1)
      return `${name.padEnd(WIDTH)} ${project.passed} passed, ${project.failed} failed (${seconds} s)`
    },
    line(atMs: number): string {
      const all = [...projects.values()]
      const running = all.filter(({ done, files, sinceMs }) => sinceMs !== undefined && done < files)
      const files = running.map((project) => `${project.name} ${project.done}/${project.files} files`).join(', ')
      const failed = all.reduce((sum, project) => sum + project.failed, 0)
      const elapsedMs = atMs - startedMs
      const left = doneMs === 0 ? '' : `, about ${timeOf((elapsedMs / doneMs) * leftMs)} left`
      return `${'running'.padEnd(WIDTH)} ${files}, ${failed} failed, ${timeOf(elapsedMs)}${left}`
    },
  }
}

/** Minutes above 90 seconds. */
function timeOf(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds <= 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
