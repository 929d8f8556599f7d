#compdef assay
# Completion of assay for zsh; assay itself is asked, so that this never grows old.
_assay() {
  local -a lines values shown
  local line
  lines=("${(@f)$(assay complete zsh -- "${(@Q)words[2,CURRENT]}" 2> /dev/null)}")
  case $lines[1] in
    :files | :folders)
      if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
      if [[ $lines[1] == :files ]]; then _files; else _files -/; fi
      ;;
    *)
      for line in "${(@)lines[2,-1]}"; do
        values+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
      done
      compadd -l -d shown -a -- values
      ;;
  esac
}
# Loaded by compinit from a folder of fpath, or sourced.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _assay "$@"; else compdef _assay assay; fi
