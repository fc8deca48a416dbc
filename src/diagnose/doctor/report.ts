import { areas, type Diagnosis, type DoctorArea, type DoctorFinding, type Info } from './finding.ts'

/** The notes that the doctor takes during an examination. */
export interface DoctorReport extends Pick<Diagnosis, 'findings' | 'good' | 'unseen'> {
  note: (finding: DoctorFinding | undefined) => void
  isGood: (area: DoctorArea, says: string) => void
  isUnseen: (area: DoctorArea, says: string) => void
  has: (area: DoctorArea) => boolean
  /** Returns the areas without any note. */
  blank: () => DoctorArea[]
}

export function createDoctorReport(): DoctorReport {
  const findings: DoctorFinding[] = []
  const good: Info[] = []
  const unseen: Info[] = []
  const has = (area: DoctorArea): boolean => findings.some((finding) => finding.area === area)
  return {
    findings,
    good,
    unseen,
    note: (finding) => {
      if (finding) findings.push(finding)
    },
    /** Ignored if the area has a finding. */
    isGood: (area, says) => {
      if (!has(area)) good.push({ area, says })
    },
    isUnseen: (area, says) => {
      unseen.push({ area, says })
    },
    has,
    blank: () =>
      areas.filter((area) => ![...findings, ...good, ...unseen].some((written) => written.area === area)),
  }
}
