import { useState } from 'react'
import { ANSWERS, assess, QUESTIONS } from '@mupiira/domain/protection/self-assessment.ts'
import { Card } from '../../shared/ui/surfaces.tsx'

const MARKS = { none: 'up', low: 'up', moderate: 'gold', high: 'down' } as const

/** The self-assessment (PLAY-05), computed on the device and never sent (decision 0035). */
export function SelfAssessment() {
  const [points, setPoints] = useState<readonly (number | null)[]>(() => QUESTIONS.map(() => null))
  const result = assess(points)
  const left = points.filter((point) => point === null).length
  return (
    <>
      <p className="text-14 text-muted">
        About the last 12 months. Your answers stay on this phone: we do not see them or store them.
      </p>
      {QUESTIONS.map((question, at) => (
        <Question
          key={question}
          at={at}
          question={question}
          chosen={points[at] ?? null}
          onChoose={(chosen) => setPoints(points.map((point, i) => (i === at ? chosen : point)))}
        />
      ))}
      <div role="status">
        {result === null ? (
          <p className="text-14 text-muted">{left === 1 ? 'One question is left.' : `${left} questions are left.`}</p>
        ) : (
          <Card mark={MARKS[result.level]}>
            <p className="text-16 font-bold">
              {result.title} · {result.score} of {QUESTIONS.length * (ANSWERS.length - 1)} points
            </p>
            <p className="pt-1 text-14">{result.advice}</p>
          </Card>
        )}
      </div>
    </>
  )
}

type QuestionProps = {
  readonly at: number
  readonly question: string
  readonly chosen: number | null
  readonly onChoose: (points: number) => void
}

function Question({ at, question, chosen, onChoose }: QuestionProps) {
  return (
    <div className="border-t border-line pt-3">
      <fieldset>
        <legend className="pb-1 text-14 font-bold">
          {at + 1}. {question}
        </legend>
        <div className="grid grid-cols-2">
          {ANSWERS.map((answer, points) => (
            <label key={answer} className="flex min-h-11 items-center gap-2 text-14">
              <input
                type="radio"
                name={`question-${at}`}
                checked={chosen === points}
                onChange={() => onChoose(points)}
                className="size-6 shrink-0 accent-gold"
              />
              {answer}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
