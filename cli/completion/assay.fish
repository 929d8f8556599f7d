# Completion of assay for fish; assay itself is asked, so that this never grows old.
function __assay_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (assay complete fish -- $words[2..] "$current" 2>/dev/null)
    set -l option (string match -r -- '^--[^=]*=' "$current")
    set -l path (string replace -r -- '^--[^=]*=' '' "$current")
    switch "$lines[1]"
        case :files
            printf '%s\n' "$option"(__fish_complete_path "$path")
        case :folders
            printf '%s\n' "$option"(__fish_complete_directories "$path")
        case '*'
            test (count $lines) -gt 1; and printf '%s\n' $lines[2..]
    end
end
complete --command assay --no-files --arguments '(__assay_complete)'
