# Completion of assay for bash; assay itself is asked, so that this never grows old.
_assay() {
  local kind line word="${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS= read -r line; do COMPREPLY+=("${line%%$'\t'*}"); done
  } < <(assay complete bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  case $kind in
    :files | :folders)
      # Bash knows best about files; before bash 4 there is no compopt.
      compopt -o default 2> /dev/null && return
      if [ "$word" = '=' ]; then word=; fi
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
      ;;
  esac
}
complete -F _assay assay
