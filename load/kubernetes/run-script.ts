import { ARCHIVE, fitsConfigMap, type ManifestOrder, RUN_ID, secretName } from './manifests.ts';

/** Seconds that a run may take beyond its requests: to pull images, to start, to write its results. */
const MARGIN = 600;

const settings = (order: ManifestOrder): string =>
  [
    `name=${order.name}`,
    `secret=${secretName(order)}`,
    `longest=${Math.ceil(order.seconds) + MARGIN}`,
    `archive=${fitsConfigMap(order) ? 'archive.yaml' : ''}`,
  ].join('\n');

const HEAD = `#!/bin/sh
# Runs this load in the current context and namespace of kubectl, judges it, and exits with the verdict (0, 1, 3 or 4, as
# assay load does; 2: the cluster rejects a manifest). Ctrl-C deletes what it created.
#
#   sh run.sh            checks, runs, judges, copies results and page to results/
#   sh run.sh --delete   deletes everything that it created in the cluster, except the volume claim and the files on the volume
set -u
cd "$(dirname "$0")" || exit 2
`;

const BODY = `
# Seconds for which a pod may wait to be scheduled and created.
timeout="\${ASSAY_POD_TIMEOUT:-180}"
pause="\${ASSAY_PAUSE:-2}"
run="$name-$(date -u +%Y%m%d%H%M%S)"

say() { printf '%s\\n' "$*" >&2; }

delete_run() {
  kubectl delete --ignore-not-found "testrun/$name" "job/$name-merge" "pod/$name-copy" >&2
}

delete_all() {
  delete_run
  kubectl delete --ignore-not-found "secret/$secret" "configmap/$name" >&2
}

# Ends without a verdict.
give_up() {
  say "load: INVALID, $*"
  delete_all
  exit 3
}

refuse() {
  say "$*"
  exit 2
}

manifest() { sed "s/${RUN_ID}/$run/g" "$1"; }

make() { manifest "$1" | kubectl apply -f - >&2 || give_up "kubectl could not apply $1"; }

# One line for each pod with a label: its name, its phase, and the reason for which it waits.
pods() {
  kubectl get pods -l "$1" -o 'jsonpath={range .items[*]}{.metadata.name}|{.status.phase}|{.status.conditions[?(@.reason=="Unschedulable")].message}|{.status.containerStatuses[*].state.waiting.reason}|{.status.containerStatuses[*].state.terminated.reason}{"\\n"}{end}' 2>/dev/null
}

# The first pod with a label that is in a phase: its name, and a sentence with the verb and its reason.
first_pod() {
  pods "$1" | while IFS='|' read -r pod phase unschedulable waiting terminated; do
    [ "$phase" = "$2" ] || continue
    printf '%s' "$pod|pod $pod $3: \${unschedulable:-\${waiting:-\${terminated:-no reason}}}"
    break
  done
}

last_lines() { kubectl logs --tail=5 "$1" >&2; }

last_events() {
  kubectl get events --field-selector "involvedObject.name=$1" -o 'jsonpath={range .items[*]}{.message}{"\\n"}{end}' 2>/dev/null | tail -n 3 >&2
}

# Gives up if pods with a label wait too long. "since" is the last time at which none waited.
check_waiting() {
  why=$(first_pod "$1" Pending waits)
  now=$(date +%s)
  if [ -z "$why" ]; then
    since=$now
  elif [ $((now - since)) -ge "$timeout" ]; then
    last_events "\${why%%|*}"
    give_up "\${why#*|}"
  fi
}

stage() { kubectl get "testrun/$name" -o 'jsonpath={.status.stage}' 2>/dev/null; }

watch_run() {
  begun=$(date +%s)
  since=$begun
  reported=
  while :; do
    now_in=$(stage)
    case $now_in in
      finished | stopped) return ;;
      error)
        last_events "$name"
        give_up "the operator reports an error of testrun/$name, with the events above"
        ;;
    esac
    broken=$(first_pod "k6_cr=$name,runner=true" Failed failed)
    if [ -n "$broken" ] && [ "$broken" != "$reported" ]; then
      reported=$broken
      say "\${broken#*|}; its last lines:"
      last_lines "\${broken%%|*}"
      # The others would wait for it forever.
      [ "$now_in" = started ] || give_up "\${broken#*|} before the start"
    fi
    check_waiting "k6_cr=$name"
    [ $(($(date +%s) - begun)) -lt "$longest" ] || give_up "the run did not finish within $longest s (stage: \${now_in:-none})"
    sleep "$pause"
  done
}

watch_merge() {
  since=$(date +%s)
  begun=$since
  while :; do
    case $(kubectl get "job/$name-merge" -o 'jsonpath={.status.succeeded}|{.status.failed}' 2>/dev/null) in
      1* | *'|1') return ;;
    esac
    check_waiting "job-name=$name-merge"
    [ $(($(date +%s) - begun)) -lt ${MARGIN + 60} ] || give_up "assay merge did not finish"
    sleep "$pause"
  done
}

open_volume() {
  manifest copy.yaml | kubectl apply -f - >&2 || return 1
  kubectl wait "pod/$name-copy" --for=condition=Ready --timeout="\${timeout}s" >&2 && return
  last_events "$name-copy"
  return 1
}

check() {
  command -v kubectl >/dev/null || refuse 'kubectl is not on PATH'
  for what in 'create testruns.k6.io' 'create jobs.batch' 'create persistentvolumeclaims' 'create secrets' 'create configmaps' 'create pods' 'create pods/exec' 'get pods/log' 'delete testruns.k6.io'; do
    # Two words.
    # shellcheck disable=SC2086
    kubectl auth can-i $what >/dev/null || refuse "you may not $what in this namespace; ask for a role that allows it"
  done
  for file in claim.yaml test-run.yaml merge.yaml copy.yaml; do
    manifest "$file" | kubectl apply --dry-run=server --validate=strict -f - >/dev/null || refuse "the cluster rejects $file"
  done
}

copy_results() {
  open_volume || return 1
  mkdir -p results/"$run"
  kubectl exec "$name-copy" -- tar -C "/results/$name/$run" -cf - . | tar -C results/"$run" -xf - || return 1
  say "results in results/$run; page: $(find results/"$run" -name load.html | tail -n 1)"
}

[ "\${1:-}" = --delete ] && { delete_all; exit; }
check
trap 'trap - INT TERM HUP; say "interrupted: deleting what was created"; delete_all; exit 130' INT TERM HUP
delete_run
make claim.yaml
sh credential.sh >&2 || { delete_all; refuse 'credential.sh could not create the Secret'; }
if [ -n "$archive" ]; then
  # Too large for the annotation of a plain apply.
  kubectl apply --server-side -f "$archive" >&2 || give_up "kubectl could not apply $archive"
else
  open_volume || give_up 'the archive could not be copied to the volume'
  kubectl exec -i "$name-copy" -- sh -c "mkdir -p /results/$name && cat > /results/$name/${ARCHIVE}" <${ARCHIVE} || give_up 'the archive could not be copied to the volume'
  # Its lifetime is limited to ten minutes.
  kubectl delete "pod/$name-copy" >&2
fi
make test-run.yaml
say "$run is running"
watch_run
make merge.yaml
watch_merge
kubectl logs "job/$name-merge"
code=$(kubectl get pods -l "job-name=$name-merge" -o 'jsonpath={.items[0].status.containerStatuses[0].state.terminated.exitCode}')
copy_results || say "the results could not be copied; they are on the volume, below $name/$run"
kubectl delete --ignore-not-found "pod/$name-copy" >&2
case $code in
  [0-4]) exit "$code" ;;
  '')
    last_events "$name-merge"
    give_up "job/$name-merge left no exit code, with the events above"
    ;;
  *) give_up "job/$name-merge ended with $code, which is not a verdict" ;;
esac
`;

/** A shell script that runs the folder in the current context of kubectl, and ends with the verdict. */
export const runScript = (order: ManifestOrder): string => HEAD + settings(order) + BODY;
