#!/usr/bin/env bash
# Assay in a plain shell, for any CI server that runs one. It ends with the exit code of the gate; ASSAY_TOKEN is set by the
# server. results/ is what is worth keeping, whatever the verdict.
set -uo pipefail
npm ci
npx assay gate --target staging.yaml --max-time 120 --out results --junit results/assay.xml
code=$?
case $code in
  0) echo 'the service conforms' ;;
  1) echo 'the service is at fault: see report.html below results/latest' ;;
  2) echo 'the target file, a variable or an address is wrong: see above' ;;
  3) echo 'something could not be judged: run it again, or see the end of the run for the key to change' ;;
  4) echo 'Assay is at fault: please report it' ;;
  5) echo 'a waiver in assay.waivers.yaml is stale or expired' ;;
esac
exit "$code"
